// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Deployment} from "../script/Deployment.sol";
import {StakePool} from "../src/StakePool.sol";
import {StakeToken} from "../src/StakeToken.sol";
import {WithdrawalQueue} from "../src/WithdrawalQueue.sol";
import {IReports} from "../src/interfaces/IReports.sol";
import {IDepositContract} from "../src/interfaces/IVaults.sol";
import {BondVault} from "../src/operators/BondVault.sol";
import {FeeSplitter} from "../src/operators/FeeSplitter.sol";
import {OperatorRegistry} from "../src/operators/OperatorRegistry.sol";
import {ReportOracle} from "../src/oracle/ReportOracle.sol";
import {InstantExit} from "../src/periphery/InstantExit.sol";
import {SignedExit} from "../src/periphery/SignedExit.sol";

interface Vm {
    function warp(uint256 time) external;
    function deal(address who, uint256 amount) external;
    function prank(address who) external;
    function startPrank(address who) external;
    function stopPrank() external;
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
}

contract Beacon is IDepositContract {
    uint256 public count;

    function deposit(bytes calldata key, bytes calldata credentials, bytes calldata signature, bytes32 root)
        external
        payable
    {
        bytes32 first = sha256(abi.encodePacked(sha256(abi.encodePacked(key, bytes16(0))), credentials));
        bytes32 tail = sha256(
            abi.encodePacked(
                sha256(abi.encodePacked(signature[:64])), sha256(abi.encodePacked(signature[64:], bytes32(0)))
            )
        );
        bytes32 second = sha256(abi.encodePacked(hex"0040597307000000", bytes24(0), tail));
        require(msg.value == 32 ether && root == sha256(abi.encodePacked(first, second)), "root");
        count++;
    }
}

abstract contract Base is Deployment {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant BO = address(0xB0B0);
    address internal constant CEE = address(0xC3C3);
    address internal constant DEE = address(0xD3D3);
    address internal constant ONA = address(0x0A0A);
    address internal constant OTTO = address(0x0770);
    address internal constant GOVERNOR = address(0x6070);
    address internal constant SUCCESSOR = address(0x6071);
    address internal constant GUARDIAN = address(0x6A7D);
    address internal constant TREASURY = address(0x7EA5);
    uint256 internal constant KEY = 0xA11A;
    uint256 internal constant START = 1_790_000_000;

    StakeToken public heth;
    Beacon internal beacon;
    address internal ana;
    uint256[] internal memberKeys;

    function setUp() public {
        vm.warp(START);
        vm.deal(address(this), 1_000 ether);
        ana = vm.addr(KEY);
        beacon = new Beacon();
        address[] memory members = new address[](4);
        for (uint256 i = 0; i < 4; i++) {
            uint256 at = i;
            memberKeys.push(0x3E3B + i);
            members[i] = vm.addr(0x3E3B + i);
            for (; at > 0 && members[at - 1] > members[at]; at--) {
                (members[at - 1], members[at]) = (members[at], members[at - 1]);
                (memberKeys[at - 1], memberKeys[at]) = (memberKeys[at], memberKeys[at - 1]);
            }
        }
        _deploy(Plan(beacon, GOVERNOR, GUARDIAN, TREASURY, members, 3, 500, 1_000));
        heth = token;
        vm.prank(GOVERNOR);
        pool.setParameters(1_000, 1_000 ether, false);
        _operator(ONA, "Ona's reed house", 1);
        _operator(OTTO, "Otto and sons", 11);
        _staker(ana, 200 ether);
        _staker(BO, 60 ether);
        _staker(CEE, 40 ether);
        pool.depositBuffered(4);
        vm.deal(DEE, 200 ether);
        vm.prank(DEE);
        exit.addLiquidity{value: 200 ether}();
        vm.startPrank(BO);
        queue.request(20 ether, BO);
        vm.stopPrank();
        vm.warp(START + 2 days);
        _submit(_report(1, 15 ether, 0));
        pool.finalize(10);
        payable(address(coverFund)).transfer(1 ether);
        vm.warp(START + 4 days);
        _submit(_report(2, 0, 25 ether));
        pool.stake{value: 70 ether}(address(this));
        vm.startPrank(CEE);
        exit.sell(1 ether, 0.9 ether);
        vm.stopPrank();
        _start();
    }

    /// Creates the account that acts in exploit(), with what it has.
    function _start() internal virtual;

    function _operator(address account, string memory name, uint8 first) private {
        vm.deal(account, 30 ether);
        vm.startPrank(account);
        uint256 operator = registry.join(name);
        (bytes[] memory keys, bytes[] memory signatures) = _keys(first, 2);
        registry.addKeys{value: 8 ether}(operator, keys, signatures);
        vm.stopPrank();
    }

    function _keys(uint8 first, uint256 count) internal pure returns (bytes[] memory keys, bytes[] memory signatures) {
        (keys, signatures) = (new bytes[](count), new bytes[](count));
        for (uint256 i = 0; i < count; i++) {
            keys[i] = abi.encodePacked(bytes32(uint256(first) + i), bytes16(0));
            signatures[i] = abi.encodePacked(bytes32(uint256(first) + i), bytes32(0), bytes32(uint256(1)));
        }
    }

    function _staker(address account, uint256 amount) private {
        vm.deal(account, amount + 1 ether);
        vm.startPrank(account);
        pool.stake{value: amount}(account);
        token.approve(address(queue), type(uint256).max);
        token.approve(address(exit), type(uint256).max);
        vm.stopPrank();
    }

    function _report(uint64 frame, uint256 rewards, uint256 losses) internal pure returns (IReports.Report memory) {
        return IReports.Report(frame, rewards, losses, 0, new uint256[](0), new uint256[](0));
    }

    function _signed(IReports.Report memory report) internal returns (bytes[] memory signatures) {
        signatures = new bytes[](3);
        for (uint256 i = 0; i < 3; i++) {
            signatures[i] = _signedBy(memberKeys[i], report);
        }
    }

    function _signedBy(uint256 key, IReports.Report memory report) internal returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, oracle.digestOf(report));
        return abi.encodePacked(r, s, v);
    }

    function _submit(IReports.Report memory report) internal {
        oracle.submit(report, _signed(report));
    }

    function test_Regular() public {
        _requests();
        _signedRequest();
        _sales();
        _exits();
        _operators();
        _governance();
        vm.prank(DEE);
        require(exit.removeLiquidity(50 ether) > 50 ether, "liquidity earned");
    }

    function _requests() private {
        require(lens.requestOf(1).payable_ && lens.requestsOf(BO, 1, 1).length == 1, "seen by the lens");
        vm.startPrank(BO);
        uint256 paid = queue.claim(1, queue.findHint(1), BO);
        vm.stopPrank();
        require(paid > 20.8 ether && BO.balance == 1 ether + paid && queue.reserved() == 0, "paid with rewards");
        vm.startPrank(CEE);
        uint256 id = queue.request(5 ether, CEE);
        queue.approve(BO, id);
        vm.stopPrank();
        vm.startPrank(BO);
        queue.transferRequest(CEE, BO, id);
        queue.setOperator(address(exit), true);
        uint256 price = exit.sellRequest(id, 4.5 ether);
        vm.stopPrank();
        require(queue.requestOf(id).owner == address(exit) && price > 4.6 ether && price < 5 ether, "request sold");
    }

    function _signedRequest() private {
        SignedExit.Order memory order = SignedExit.Order(ana, 2 ether, 0.1 ether, 0, block.timestamp + 1);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, signedExit.digestOf(order));
        vm.prank(ana);
        token.approve(address(signedExit), 2 ether);
        vm.prank(OTTO);
        uint256 id = signedExit.execute(order, abi.encodePacked(r, s, v));
        require(queue.requestOf(id).owner == ana && token.balanceOf(OTTO) == 0.1 ether, "for a tip");
        vm.prank(ana);
        signedExit.skip();
    }

    function _sales() private {
        vm.startPrank(CEE);
        uint256 price = exit.sell(2 ether, 1.8 ether);
        vm.stopPrank();
        require(price > 1.8 ether && price < 2 ether && exit.left() > 10 ether, "sold at a discount");
        require(exit.enqueue() == 4 && exit.waiting() == 8 ether, "bought shares wait");
    }

    function _exits() private {
        require(splitter.payOperator(0) > 0.3 ether && splitter.payTreasury() > 0.7 ether, "fees paid");
        payable(address(withdrawalVault)).transfer(32 ether);
        payable(address(executionVault)).transfer(0.5 ether);
        vm.warp(block.timestamp + 1 days);
        IReports.Report memory report = _report(3, 0, 0);
        report.returned = 32 ether;
        report.operators = new uint256[](1);
        report.exited = new uint256[](1);
        report.exited[0] = 1;
        _submit(report);
        require(registry.runningOf(0) == 1 && pool.totalPooled() == pool.buffered() + pool.staked(), "a validator left");
        pool.finalize(10);
        require(queue.lastFinalized() == 4, "all are payable");
        exit.collect(2, queue.findHint(2));
        exit.collect(4, queue.findHint(4));
        require(exit.waiting() == 0 && exit.cash() > 200 ether, "collected");
        vm.startPrank(ana);
        queue.claim(3, 1, ana);
        vm.stopPrank();
    }

    function _operators() private {
        require(splitter.payOperator(1) > 0.3 ether, "fees of the second operator");
        (bytes[] memory keys, bytes[] memory signatures) = _keys(21, 2);
        vm.startPrank(OTTO);
        registry.addKeys{value: 8 ether}(1, keys, signatures);
        registry.removeKeys(1, 1);
        vm.stopPrank();
        pool.depositBuffered(1);
        vm.prank(OTTO);
        bonds.release(1, 4 ether, payable(OTTO));
        require(bonds.bondOf(1) == 12 ether && beacon.count() == 5, "bond of three keys");
        vm.startPrank(GUARDIAN);
        bonds.fine(0, 1 ether, "was offline");
        registry.setStopped(0, true);
        registry.setStopped(0, false);
        vm.stopPrank();
        vm.prank(ONA);
        bonds.post{value: 1 ether}(0);
        require(address(coverFund).balance == 1 ether && lens.operators().length == 2, "fined");
    }

    function _governance() private {
        StakePool next = new StakePool();
        address member = vm.addr(0x3E3B);
        vm.startPrank(GOVERNOR);
        pool.setParameters(500, 500 ether, false);
        pool.upgradeToAndCall(address(next), "");
        guard.setBounds(100, 500);
        oracle.setMember(member, false, 2);
        pool.offerGovernance(SUCCESSOR);
        vm.stopPrank();
        vm.prank(SUCCESSOR);
        pool.acceptGovernance();
        require(pool.governor() == SUCCESSOR && pool.fee() == 500 && oracle.quorum() == 2, "governed");
        require(lens.worthOf(ana) > 190 ether && lens.overview().frame == 3, "worth");
    }

    function target() public view virtual returns (address) {
        return address(pool);
    }
}
